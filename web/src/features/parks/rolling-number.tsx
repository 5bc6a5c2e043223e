import { useState } from 'react'

/** A number that rolls once when it changes before one's eyes. The old one is there for the eye alone. */
export function RollingNumber({ value }: { value: number }) {
  const [shown, setShown] = useState<{ value: number; before: number | null }>({ value, before: null })
  if (shown.value !== value) setShown({ value, before: shown.value })
  const before = shown.value === value ? shown.before : shown.value

  if (before === null) return <>{value}</>
  return (
    <span className="roll" key={`${before} ${value}`}>
      <span className="roll__old" aria-hidden="true">
        {before}
      </span>
      <span className="roll__new">{value}</span>
    </span>
  )
}
