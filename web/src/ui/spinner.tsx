/** Something is being found out, and it is not known yet what will stand here. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid min-h-60 place-items-center">
      <div className="spinner" />
    </div>
  )
}
