import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast, type Notice } from '../../ui/toast.tsx'

/** The notice after the dialog (core, section 8: for 6 s). */
const NEXT: Notice = {
  title: 'Your own code comes within 24 hours',
  text: 'Share a post, tag Walkon, and send us a direct message.',
  shownMs: 6_000,
}

/** How a promo code is earned (core, sections 1 and 2). */
export function PromoCodeHelp({ support, onClose }: { support: ReactNode; onClose: () => void }) {
  const show = useToast()
  function confirm(): void {
    show(NEXT)
    onClose()
  }
  return (
    <Dialog title="Get free alerts by sharing" onClose={onClose}>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Share one of our posts on social media and tag Walkon.</li>
        <li>Send us a direct message. You’ll get your own code within 24 hours.</li>
        <li>Enter it here, and your email alerts are free.</li>
      </ol>
      <p className="text-14 text-ink-2">
        Not on social media, or no answer? Write to {support}. Every alert has a link to change your rides and
        limits; create an account to manage your preferences in one place.
      </p>
      <Button onClick={confirm}>Got it</Button>
    </Dialog>
  )
}
