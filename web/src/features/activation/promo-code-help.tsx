import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** How a promo code is earned (core, sections 1 and 2). */
export function PromoCodeHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Free alerts for a post" onClose={onClose}>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Share one of our posts on social media and tag Walkon.</li>
        <li>Send us a message there. Your personal promo code comes within 24 hours.</li>
        <li>Enter it here. It makes e-mail alerts free.</li>
      </ol>
      <p className="text-14 text-ink-2">
        Every alert has a link with which you change your rides and limits. Create an account to manage your
        preferences in one place.
      </p>
      <Button onClick={onClose}>Got it</Button>
    </Dialog>
  )
}
