import { fieldErrors } from "../../api/error";
import { useUser } from "../../api/session";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ForumForm } from "./ForumForm";
import { useCreateForum } from "./useCreateForum";

export function CreateForumScreen() {
  const user = useUser();
  const create = useCreateForum();
  return (
    <Screen>
      <Heading>Create a Forum</Heading>
      <ForumForm
        draft={`${user?.id}:forum`}
        errors={fieldErrors(create.error)}
        busy={create.isPending}
        onSend={create.mutateAsync}
      />
    </Screen>
  );
}
