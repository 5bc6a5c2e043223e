import { Combobox } from '@base-ui/react/combobox'
import { useId, type Ref } from 'react'
import { FieldError, type FieldProblem } from './field.tsx'
import { Icon } from './icon.tsx'

export type Choice = {
  id: string
  name: string
  /** Said beside the name, and found by it too. */
  note?: string
}
type ChoiceGroup = { label: string; items: Choice[] }

type ComboboxFieldProps = {
  label: string
  placeholder?: string | undefined
  groups: ChoiceGroup[]
  /** True if the typed text finds a choice, by its name and note in one text. */
  isMatch: (text: string, typed: string) => boolean
  /** The words in place of choices, if none matches the typed text. */
  empty: string
  /** The choice whose name the field shows. */
  value: Choice | null
  /** By which a form reads the id of the choice. */
  name?: string | undefined
  /** The input that carries the id. Its focus is passed on to the field. */
  ref?: Ref<HTMLInputElement>
  problem?: FieldProblem | undefined
  /** Null where the name was cleared. */
  onChange: (choice: Choice | null) => void
}

/** A field that finds one of many choices by a part of its name. Its code is 43 kB: load it with `later`, where it is shown. */
export function ComboboxField({
  label,
  placeholder,
  groups,
  isMatch,
  empty,
  value,
  name,
  ref,
  problem,
  onChange,
}: ComboboxFieldProps) {
  return (
    <Combobox.Root<Choice>
      items={groups}
      name={name}
      inputRef={ref}
      value={value}
      itemToStringValue={(choice) => choice.id}
      itemToStringLabel={(choice) => choice.name}
      isItemEqualToValue={(one, other) => one.id === other.id}
      filter={({ name: ofChoice, note = '' }, typed) => isMatch(`${ofChoice} ${note}`, typed)}
      autoHighlight
      onValueChange={onChange}
    >
      <SearchField label={label} placeholder={placeholder} problem={problem} />
      <Popup empty={empty} />
    </Combobox.Root>
  )
}

type SearchFieldProps = Pick<ComboboxFieldProps, 'label' | 'placeholder' | 'problem'>

function SearchField({ label, placeholder, problem }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-14 font-bold">
        {label}
      </label>
      <span className="relative block">
        <Combobox.Input
          id={id}
          className="input pr-11!"
          placeholder={placeholder}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
        />
        <span className="pointer-events-none absolute top-3 right-3">
          <Icon name="down" />
        </span>
      </span>
      <FieldError id={`${id}-problem`} problem={problem} />
    </div>
  )
}

const Popup = ({ empty }: Pick<ComboboxFieldProps, 'empty'>) => (
  <Combobox.Portal>
    <Combobox.Positioner className="z-30" sideOffset={4}>
      <Combobox.Popup className="max-h-[min(360px,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-card border border-line-strong bg-sheet p-2 text-ink shadow-shade">
        <Combobox.Empty className="px-3 text-ink-2 not-empty:py-2">{empty}</Combobox.Empty>
        <Combobox.List>{(group: ChoiceGroup) => <Choices key={group.label} of={group} />}</Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)

const Choices = ({ of }: { of: ChoiceGroup }) => (
  <Combobox.Group items={of.items}>
    <Combobox.GroupLabel className="px-3 pt-2 text-14 font-bold text-ink-2">{of.label}</Combobox.GroupLabel>
    <Combobox.Collection>
      {(choice: Choice) => (
        <Combobox.Item
          key={choice.id}
          value={choice}
          className="min-h-11 cursor-default content-center rounded-field px-3 py-1.5 data-highlighted:bg-action data-highlighted:text-on-action"
        >
          <b className="block">{choice.name}</b>
          {choice.note !== undefined && <span className="block text-14">{choice.note}</span>}
        </Combobox.Item>
      )}
    </Combobox.Collection>
  </Combobox.Group>
)
