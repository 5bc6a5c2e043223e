/** The place of what is being loaded, said to a screen reader by its label. `className` gives it the size of what comes. */
export function Loading({ label, className = '' }: { label: string; className?: string }) {
  return <div role="status" aria-label={label} className={`skeleton ${className}`} />
}
