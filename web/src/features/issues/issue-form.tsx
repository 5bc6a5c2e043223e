import { textOf } from '../../lib/form-text.ts'
import {
  MAX_MARKDOWN,
  MAX_SUBJECT,
  type IssueView,
  type NewIssue,
} from '@walkon/contracts/http/newsletter-issues'
import { useState } from 'react'
import { minLength, object, string, trim } from 'zod/mini'
import { useEntryForm } from '../../lib/entry-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { IssuePreview } from './issue-preview.tsx'
import { ENTRY_TEXTS, issueProblem } from './issue-words.ts'

const entries = object({
  subject: string().check(trim(), minLength(1, { error: 'subject' })),
  markdown: string().check(trim(), minLength(1, { error: 'markdown' })),
})

type IssueFormProps = {
  /** The draft that is changed; undefined for a new one. */
  draft: IssueView | undefined
  onSave: (words: NewIssue) => Promise<unknown>
  onCancel: () => void
}

/** An issue and, beside it, what its readers will see. */
export function IssueForm({ draft, onSave, onCancel }: IssueFormProps) {
  const [words, setWords] = useState<NewIssue>({
    subject: draft?.subject ?? '',
    markdown: draft?.markdown ?? '',
  })
  const { form, field, failure, isBusy } = useEntryForm<NewIssue>({
    schema: entries,
    send: onSave,
    toText: issueProblem,
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <form
        {...form}
        aria-label={draft ? 'Change the draft' : 'New issue'}
        className="grid content-start gap-3"
        onChange={({ currentTarget }) => {
          const entered = new FormData(currentTarget)
          setWords({ subject: textOf(entered, 'subject'), markdown: textOf(entered, 'markdown') })
        }}
      >
        <TextField
          {...field('subject')}
          label="Subject"
          defaultValue={draft?.subject}
          maxLength={MAX_SUBJECT}
          autoComplete="off"
        />
        <TextAreaField
          {...field('markdown')}
          label="Text"
          hint="Markdown: # heading, - list, **strong**, *emphasis*, [words](https://…)"
          defaultValue={draft?.markdown}
          rows={12}
          maxLength={MAX_MARKDOWN}
        />
        <FormProblem problem={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving' : 'Save draft'}
          </Button>
          {draft && (
            <Button quiet onClick={onCancel}>
              Write a new one
            </Button>
          )}
        </div>
      </form>
      <IssuePreview {...words} />
    </div>
  )
}
