const BAR =
  'h-3 w-full appearance-none overflow-hidden rounded-pill border-0 bg-line [&::-moz-progress-bar]:bg-go [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-go'

/** How far the visitor is, as a number and as a bar. */
export function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="grid max-w-160 gap-2">
      <p id="progress" className="text-22 font-bold">
        {done} of {of} {of === 1 ? 'ride' : 'rides'} done
      </p>
      <progress aria-labelledby="progress" className={BAR} value={done} max={Math.max(of, 1)} />
    </div>
  )
}
