import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { paths } from "../../paths";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ForumForm } from "./ForumForm";
import { useCreateForum } from "./useCreateForum";

export function CreateForumScreen() {
  const navigate = useNavigate();
  const create = useCreateForum();
  return (
    <Screen>
      <Heading>{t`Create a Forum`}</Heading>
      <ForumForm
        draft={{ key: "forum", to: paths.createForum, about: "" }}
        error={create.error}
        busy={create.isPending}
        onSend={create.mutateAsync}
        onCancel={() => void navigate(paths.forums)}
      />
    </Screen>
  );
}
