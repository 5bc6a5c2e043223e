import { toLine, toText } from '@walkon/contracts/plain-text'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, type ItemDetail } from '@walkon/contracts/http/rankings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { object, string, minLength, overwrite } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { ownRequestsKey, requestEdit } from './queries.ts'
import { ENTRY_TEXTS, rankingProblem, WORDS } from './ranking-words.ts'

const EDIT = object({
  name: string().check(overwrite(toLine), minLength(1, 'itemName')),
  description: string().check(overwrite(toText)),
})

type EditFormProps = { item: ItemDetail; caller: Caller; onSent: () => void; onCancel: () => void }

/** A visitor's change of an item. It waits for a moderator. */
export function EditForm({ item, caller, onSent, onCancel }: EditFormProps) {
  const client = useQueryClient()
  const [isUnchanged, setUnchanged] = useState(false)
  const { form, field, failure, isBusy } = useEntryForm({
    schema: EDIT,
    send: async (edit) => {
      const hasChanges = edit.name !== item.name || edit.description !== (item.description ?? '')
      setUnchanged(!hasChanges)
      if (!hasChanges) return
      await requestEdit(caller, item.itemId, edit)
      void client.invalidateQueries({ queryKey: ownRequestsKey })
      onSent()
    },
    toText: (error) => rankingProblem(error, WORDS.editFailed),
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <form {...form} aria-label="Suggest Edit" className="grid gap-3 border-t border-line pt-4">
      <TextField {...field('name')} label="Name" maxLength={MAX_NAME_LENGTH} defaultValue={item.name} />
      <TextAreaField
        {...field('description')}
        label="Description"
        hint="optional"
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
        defaultValue={item.description ?? ''}
      />
      <FormProblem problem={isUnchanged ? WORDS.noChanges : failure} />
      <div className="flex flex-wrap gap-3">
        <Button quiet small type="submit" busy={isBusy}>
          {isBusy ? 'Submitting' : 'Submit edit'}
        </Button>
        <Button small quiet onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
