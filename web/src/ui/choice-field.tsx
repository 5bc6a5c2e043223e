type ChoiceFieldProps<Id extends string> = {
  legend: string
  name: string
  choices: readonly { id: Id; name: string; isLong?: boolean }[]
  /** Null where the present state is none of them. */
  chosen: Id | null
  onChoose: (id: Id) => void
}

/** One of a few, all of them seen. */
export const ChoiceField = <Id extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
}: ChoiceFieldProps<Id>) => (
  <fieldset className="min-w-0">
    <legend className="pb-1 text-14 font-bold">{legend}</legend>
    <div className="choice">
      {choices.map((choice) => (
        // A long name has a row of its own.
        <label key={choice.id} className={choice.isLong ? 'basis-full' : undefined}>
          <input
            type="radio"
            name={name}
            value={choice.id}
            checked={choice.id === chosen}
            onChange={() => onChoose(choice.id)}
          />
          {choice.name}
        </label>
      ))}
    </div>
  </fieldset>
)
