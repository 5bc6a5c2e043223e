import { useIsHydrated } from './hydration.tsx'

/**
 * The properties of every form. Before its code is there a rendered form is inert: entries that are typed or sent would be lost. `post`
 * keeps the entries out of the address in a browser that does not know `inert`.
 */
export const useWakingForm = () => ({ inert: !useIsHydrated(), method: 'post' })

/**
 * Says why a rendered form cannot be used yet. The style sheet shows it on pages with such a form, if the code is late. `public/theme.js`
 * knows whether there is a signal, and loads the page again once it is back.
 */
export function WakingNote() {
  if (useIsHydrated()) return null
  return (
    <p role="status" className="waking-note">
      <span className="in-data-offline:hidden">Still loading. The form works once the page is here.</span>
      <span className="hidden in-data-offline:inline">No signal. The form comes back by itself.</span>
    </p>
  )
}

/**
 * For a form of a dormant section (lib/dormant.tsx), whose code comes only when it is near. Shown if there is no signal to bring it, and
 * says nothing of the whole page.
 */
export function DormantFormNote() {
  if (useIsHydrated()) return null
  return (
    <p role="status" className="dormant-note text-14">
      No signal. This form comes back by itself.
    </p>
  )
}
