/**
 * The place of loading content, said to a screen reader by its label. `className` gives it the content's size. A component of its own, so
 * that React keeps its animated element for nothing else: Chromium reports a layout shift for one that goes on as content.
 */
export function Loading({ label, className = '' }: { label: string; className?: string }) {
  return <div role="status" aria-label={label} className={`skeleton ${className}`} />
}
