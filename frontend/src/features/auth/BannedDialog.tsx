import { Dialog } from "../../ui/Dialog";

export function BannedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Sorry, login unsuccessful" onClose={onClose}>
      <p>This user has been banned</p>
    </Dialog>
  );
}
