import { Dialog } from '../../ui/dialog.tsx'
import { FactorCode } from './factor-code.tsx'
import type { FreshCode } from './fresh-code.ts'
import type { SignedInUser } from './user.ts'

/** Before what lasts: a new code of the app, after which the request is sent again. */
export function FreshCodeDialog({ user, freshCode }: { user: SignedInUser; freshCode: FreshCode }) {
  return (
    <Dialog title="Is it still you?" onClose={freshCode.onClosed}>
      <p className="text-ink-2">
        What you are about to do lasts. Open your authenticator app, and enter the code that it shows for
        Walkon now.
      </p>
      <FactorCode user={user} hint="six digits, not used before" onDone={freshCode.onShown} />
    </Dialog>
  )
}
