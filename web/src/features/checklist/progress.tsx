type ProgressProps = { done: number; of: number }

/** How far the visitor is, as a sentence; the string of the day below it is the bar that is seen. */
export const Progress = ({ done, of }: ProgressProps) => (
  <div>
    <p id="progress" className="font-display text-22 font-bold">
      {done} of {of} {of === 1 ? 'ride' : 'rides'} done
    </p>
    <progress aria-labelledby="progress" className="sr-only" value={done} max={Math.max(of, 1)} />
  </div>
)
