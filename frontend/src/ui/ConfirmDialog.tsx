import { Button } from "./Button";
import { question } from "./confirm";
import { Dialog } from "./Dialog";

export function ConfirmDialog() {
  const asked = question.use();
  if (!asked) return null;
  const { text, action, answer } = asked;
  return (
    <Dialog
      title={text}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button look={action === "Delete" ? "danger" : "main"} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    />
  );
}
