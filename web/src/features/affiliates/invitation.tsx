import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** The first view on arrival (companion, section 2). Closing it stays on the page, as applying does. */
export function Invitation({ onApply, onLater }: { onApply: () => void; onLater: () => void }) {
  return (
    <Dialog title="Join Our Affiliate Program" onClose={onApply}>
      <p>Tell your followers about Walkon, and earn a commission on the passes they buy.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onApply}>Learn More & Apply</Button>
        <Button quiet onClick={onLater}>
          Maybe Later
        </Button>
      </div>
    </Dialog>
  )
}
