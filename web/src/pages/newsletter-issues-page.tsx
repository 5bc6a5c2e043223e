import type { IssueView } from '@walkon/contracts/http/newsletter-issues'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IssueForm } from '../features/issues/issue-form.tsx'
import { IssueList } from '../features/issues/issue-list.tsx'
import { issuesPath, saveIssue, sendIssue, testIssue } from '../features/issues/queries.ts'
import type { Caller } from '../lib/api.ts'
import { useToast } from '../ui/toast.tsx'
import { RolePage } from './role-page.tsx'

/** The newsletter, for admins: write an issue, read it in one's own mailbox, send it, and see its outcome. */
export const NewsletterIssuesPage = () => (
  <RolePage role="admin">{(caller) => <Issues caller={caller} />}</RolePage>
)

function Issues({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const show = useToast()
  const [draft, setDraft] = useState<IssueView>()
  // Each draft has a form of its own; so has the one after it.
  const [forms, setForms] = useState(0)
  function open(next: IssueView | undefined): void {
    setDraft(next)
    setForms(forms + 1)
  }
  async function change(made: Promise<unknown>, title: string): Promise<void> {
    try {
      await made
      show({ title })
    } finally {
      // Also after a refusal: the issue may be another by now.
      await client.invalidateQueries({ queryKey: [issuesPath] })
    }
  }
  return (
    <div className="grid gap-12">
      <IssueForm
        key={forms}
        draft={draft}
        onSave={async (words) => {
          await change(saveIssue(caller, words, draft), 'Draft saved')
          open(undefined)
        }}
        onCancel={() => open(undefined)}
      />
      <section aria-labelledby="issues" className="grid gap-4 border-t border-line pt-8">
        <h2 id="issues" className="text-22! leading-7!">
          All issues
        </h2>
        <IssueList
          caller={caller}
          onEdit={(issue) => {
            open(issue)
            scrollTo(0, 0)
          }}
          onTest={({ issueId }, requestId) =>
            change(testIssue(caller, issueId, requestId), 'On its way to your mailbox')
          }
          onSend={async ({ issueId, version }, requestId) => {
            await change(sendIssue(caller, issueId, { requestId, version }), 'The issue goes out')
            if (draft?.issueId === issueId) open(undefined)
          }}
        />
      </section>
    </div>
  )
}
