import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { fieldErrors } from "../../api/error";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ForumForm } from "./ForumForm";
import { useCreateForum } from "./useCreateForum";

export function CreateForumScreen() {
  const user = useUser();
  const navigate = useNavigate();
  const create = useCreateForum();
  return (
    <Screen>
      <Heading>{t`Create a Forum`}</Heading>
      <ForumForm
        draft={`${user?.id}:forum`}
        errors={fieldErrors(create.error)}
        busy={create.isPending}
        onSend={create.mutateAsync}
        onCancel={() => void navigate(paths.forums)}
      />
    </Screen>
  );
}
