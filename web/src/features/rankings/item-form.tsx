import { toLine, toText } from '@walkon/contracts/plain-text'
import {
  ITEM_TYPES,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  type NewItemRequest,
  type RankedPark,
} from '@walkon/contracts/http/rankings'
import { useQuery } from '@tanstack/react-query'
import { enum as oneOf, minLength, object, string, overwrite } from 'zod/mini'
import { useEntryForm } from '../../lib/entry-form.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { rankedParksQuery } from './queries.ts'
import { ENTRY_TEXTS, rankingProblem, TYPE_NAMES, WORDS } from './ranking-words.ts'

const ITEM = object({
  name: string().check(overwrite(toLine), minLength(1, 'itemName')),
  parkId: string().check(minLength(1, 'itemPark')),
  type: oneOf(ITEM_TYPES),
  description: string().check(overwrite(toText)),
})

type ItemFormProps = {
  label: string
  /** Its button, and what it says while it works. */
  words: { action: string; busy: string }
  /** The words for a fault of ours. */
  failed: string
  onSend: (item: NewItemRequest) => Promise<unknown>
}

/** A new item: what a visitor suggests, and what an admin adds. */
export function ItemForm({ label, words, failed, onSend }: ItemFormProps) {
  const parks = useQuery(rankedParksQuery)
  const { form, field, failure, isBusy, clear } = useEntryForm({
    schema: ITEM,
    send: async (item) => {
      await onSend(item)
      clear()
    },
    fieldOfCode: { 'item-exists': 'name', 'unknown-park': 'parkId' },
    toText: (error) => rankingProblem(error, failed),
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <form {...form} aria-label={label} className="grid gap-4">
      <TextField {...field('name')} label="Name" maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      <SelectField {...field('parkId')} label="Park" defaultValue="">
        <option value="">Choose a park</option>
        <ParkOptions parks={parks.data ?? []} />
      </SelectField>
      {parks.isLoadingError && <LoadProblem of={parks} title={WORDS.parksFailed} />}
      <SelectField {...field('type')} label="Type" defaultValue="ride">
        {ITEM_TYPES.map((type) => (
          <option key={type} value={type}>
            {TYPE_NAMES[type].one}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        {...field('description')}
        label="Description"
        hint="optional"
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      <FormProblem problem={failure} />
      <Button type="submit" busy={isBusy} className="justify-self-start">
        {isBusy ? words.busy : words.action}
      </Button>
    </form>
  )
}

/** Parks by name; those of one name are told apart by their resort. */
export const ParkOptions = ({ parks }: { parks: RankedPark[] }) =>
  parks.map(({ parkId, name, destinationName }) => (
    <option key={parkId} value={parkId}>
      {parks.some((other) => other.name === name && other.parkId !== parkId)
        ? `${name} (${destinationName})`
        : name}
    </option>
  ))
