import type { ComponentProps } from 'react'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/field.tsx'
import { WORDS } from './ranking-words.ts'

const MAX_NAME_LENGTH = 40

type SignatureFieldProps = {
  /** The present display name; empty without one. */
  name: string
  isFirst: boolean
  field: Omit<ComponentProps<typeof TextField>, 'label'>
}

/** Says how the review will be signed. A visitor without a name is offered one with the first review. */
export function SignatureField({ name, isFirst, field }: SignatureFieldProps) {
  if (name !== '' || !isFirst)
    return (
      <p className="text-14 text-ink-2">
        Signed “{name || WORDS.anonymous}”. <Link to="/account">Change the name</Link>
      </p>
    )
  return (
    <div className="w-full">
      <TextField
        {...field}
        label="Display name"
        hint={`optional: without one your review is signed “${WORDS.anonymous}”`}
        autoComplete="nickname"
        maxLength={MAX_NAME_LENGTH}
      />
    </div>
  )
}
