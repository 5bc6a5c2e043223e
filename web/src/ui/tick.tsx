import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type TickProps = Omit<ComponentProps<'input'>, 'type'> & { label: string; labelHidden?: boolean }

export function Checkbox({ label, labelHidden = false, ...input }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" {...(labelHidden && { 'aria-label': label })} {...input} />
      <span className="tick__box">
        <Icon name="check" size={20} />
      </span>
      {!labelHidden && <span>{label}</span>}
    </label>
  )
}

export function Switch({ label, labelHidden = false, ...input }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" role="switch" {...(labelHidden && { 'aria-label': label })} {...input} />
      <span className="tick__rail" />
      {!labelHidden && <span className="font-bold">{label}</span>}
    </label>
  )
}
