import type { Notice } from '../../ui/toast.tsx'

/** Notices beside the form that caused them: toasts lie behind an open dialog, unseen on a phone and unheard by a screen reader. */
export const Done = ({ notices }: { notices: Pick<Notice, 'title' | 'text'>[] }) => (
  <div role="status" className="grid gap-1 empty:hidden">
    {notices.map(({ title, text }) => (
      <p key={title}>
        <b>{title}</b>
        {text && <span className="block text-14 text-ink-2">{text}</span>}
      </p>
    ))}
  </div>
)
