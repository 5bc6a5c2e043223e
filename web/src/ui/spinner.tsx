/** Something is being found out, and it is not known yet what will stand here. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid min-h-60 place-items-center">
      <div className="size-10 animate-spin rounded-pill border-4 border-line border-t-action motion-reduce:animate-none" />
    </div>
  )
}
