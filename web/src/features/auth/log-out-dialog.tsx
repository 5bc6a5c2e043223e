import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import type { Leaving } from './auth.ts'

type LogOutDialogProps = { leaving: Leaving; onConfirm: () => Promise<void>; onClose: () => void }

/** Tells what logging out ends, before it does. */
export const LogOutDialog = ({ leaving, onConfirm, onClose }: LogOutDialogProps) => (
  <ConfirmDialog
    title="Log out?"
    words={{ action: 'Log out', busy: 'Logging out', keep: 'Stay logged in' }}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    {leaving.hasPush && <p>Push ends on this device. Your alerts go by email instead.</p>}
    {leaving.unsentTicks > 0 && (
      <p>
        {leaving.unsentTicks === 1
          ? '1 change of your checklist is'
          : `${leaving.unsentTicks} changes of your checklist are`}{' '}
        not sent yet, and will be lost.
      </p>
    )}
  </ConfirmDialog>
)
