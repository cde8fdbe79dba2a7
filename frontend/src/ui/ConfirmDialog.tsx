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
          <Button variant={action === "Delete" ? "danger" : "primary"} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    />
  );
}
