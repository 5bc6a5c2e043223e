import { MAX_STARS } from '@walkon/contracts/http/rankings'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Star } from './stars.tsx'

type StarChoiceProps = {
  /** 0 while none is chosen. */
  stars: number
  isDisabled?: boolean
  /** As a field of a form. */
  entry?: UseFormRegisterReturn
  onChoose: (stars: number) => void
}

/** Five radio buttons as stars: the arrows move, each is large enough for a thumb. */
export function StarChoice({ stars, isDisabled = false, entry, onChoose }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset disabled={isDisabled} className={`flex ${isDisabled ? 'text-ink-2' : 'text-action'}`}>
      <legend className="sr-only">Your stars</legend>
      {Array.from({ length: MAX_STARS }, (_, at) => at + 1).map((value) => (
        <label
          key={value}
          className="relative grid size-12 place-items-center rounded-card has-focus-visible:outline-2 has-focus-visible:outline-action"
        >
          <input
            type="radio"
            {...entry}
            name={entry?.name ?? id}
            value={value}
            checked={stars === value}
            aria-label={value === 1 ? '1 star' : `${value} stars`}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
            onChange={(event) => {
              void entry?.onChange(event)
              onChoose(value)
            }}
          />
          <Star isFilled={value <= stars} />
        </label>
      ))}
    </fieldset>
  )
}
