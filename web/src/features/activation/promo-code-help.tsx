import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** How a promo code is earned (core, sections 1 and 2). */
export function PromoCodeHelp({ support, onClose }: { support: ReactNode; onClose: () => void }) {
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
      <Button onClick={onClose}>Got it</Button>
    </Dialog>
  )
}
