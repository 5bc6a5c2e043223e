import { useEffect, useRef } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useToast } from '../../ui/toast.tsx'

const NOT_COPIED = {
  title: 'Not copied',
  text: 'Your browser does not allow it. Select the secret and copy it.',
}

/** The secret of a webhook that was just added, which is shown this once. */
export function WebhookSecret({ secret }: { secret: string }) {
  const say = useToast()
  const heading = useRef<HTMLParagraphElement>(null)
  // The field that was sent may be gone: the secret is the news.
  useEffect(() => heading.current?.focus(), [])
  const copy = useAction(
    async () => {
      await navigator.clipboard.writeText(secret)
      say({ title: 'Secret copied' })
    },
    () => NOT_COPIED,
  )
  return (
    <div className="grid gap-2 rounded-card border border-line p-4">
      <p ref={heading} tabIndex={-1} className="focus-visible:outline-none">
        <b className="block">Keep the secret of your webhook now</b> It is not shown again. Your server needs
        it to check our messages.
      </p>
      <code translate="no" className="wrap-anywhere select-all">
        {secret}
      </code>
      <Button quiet small busy={copy.isBusy} className="justify-self-start" onClick={copy.run}>
        Copy secret
      </Button>
      <FormProblem problem={copy.problem} />
    </div>
  )
}
