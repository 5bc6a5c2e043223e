import { useIsHydrated } from './hydration.tsx'

/**
 * What every form has. Before its code is there a rendered form is inert: what is typed or sent would be lost. `post` keeps the entries
 * out of the address in a browser that does not know `inert`.
 */
export const useWakingForm = () => ({ inert: !useIsHydrated(), method: 'post' })

/** Says why a rendered form cannot be used yet. The style sheet shows it on pages with such a form, if the code is late. */
export function WakingNote() {
  if (useIsHydrated()) return null
  return (
    <p role="status" className="waking-note">
      Still loading. The form works once the page is here.
    </p>
  )
}
