type ChoiceFieldProps<Id extends string> = {
  legend: string
  name: string
  choices: readonly { id: Id; name: string }[]
  chosen: Id
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
        <label key={choice.id}>
          <input
            type="radio"
            name={name}
            checked={choice.id === chosen}
            onChange={() => onChoose(choice.id)}
          />
          {choice.name}
        </label>
      ))}
    </div>
  </fieldset>
)
