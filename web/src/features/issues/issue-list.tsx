import { stepsOfIssue } from '@walkon/contracts/life-steps'
import type { IssueView } from '@walkon/contracts/http/newsletter-issues'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { PagedList } from '../../lib/paged-list.tsx'
import { ownTimezone } from '../../lib/park-time.ts'
import { FoldedSteps } from '../../lib/steps.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useRequestIds } from '../../lib/use-request-ids.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ToolRow } from '../../ui/tool-row.tsx'
import { issueProblem, stateWords } from './issue-words.ts'
import { issuesQuery } from './queries.ts'

type IssueActions = {
  onEdit: (issue: IssueView) => void
  /** `requestId` is the same until a mail is on its way. */
  onTest: (issue: IssueView, requestId: string) => Promise<unknown>
  /** `requestId` is the same for each try to send the same words. */
  onSend: (issue: IssueView, requestId: string) => Promise<unknown>
}

/** The issues, the newest first, with their outcomes. */
export const IssueList = ({ caller, ...actions }: IssueActions & { caller: Caller }) => (
  <PagedList
    query={issuesQuery(caller)}
    name="the issues"
    more="older issues"
    isWide
    empty={
      <Panel kind="open" heading="h3" title="No issues yet">
        <p className="text-ink-2">Write the first one above. Nobody gets it before you send it.</p>
      </Panel>
    }
  >
    {(issue) => <IssueRow key={issue.issueId} issue={issue} {...actions} />}
  </PagedList>
)

function IssueRow({ issue, onEdit, onTest, onSend }: IssueActions & { issue: IssueView }) {
  // The issue as it was seen: another admin may change it while the question stands.
  const [asked, setAsked] = useState<IssueView | null>(null)
  const requestIdOf = useRequestIds()
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const test = useAction(async () => {
    await onTest(issue, requestId)
    setRequestId(crypto.randomUUID())
  }, issueProblem)
  const { subject } = issue
  return (
    <li className="border-t border-line">
      <ToolRow
        name={subject}
        meta={stateWords(issue)}
        acts={
          <>
            <Button quiet small busy={test.isBusy} aria-label={`Send to me: ${subject}`} onClick={test.run}>
              Send to me
            </Button>
            {issue.state === 'draft' && (
              <>
                <Button quiet small aria-label={`Edit ${subject}`} onClick={() => onEdit(issue)}>
                  Edit
                </Button>
                <Button quiet small aria-label={`Send to all: ${subject}`} onClick={() => setAsked(issue)}>
                  Send to all
                </Button>
              </>
            )}
          </>
        }
      >
        <FoldedSteps
          of="Issue"
          name={subject}
          id={issue.issueId}
          steps={stepsOfIssue(issue)}
          timezone={ownTimezone()}
        />
        <FormProblem problem={test.problem} />
      </ToolRow>
      {asked && (
        <ConfirmDialog
          title="Send to every subscriber?"
          words={{ action: 'Send now', busy: 'Sending', keep: 'Not yet' }}
          onConfirm={() => onSend(asked, requestIdOf(asked.issueId, asked.version))}
          onClose={() => setAsked(null)}
          wordsOf={issueProblem}
        >
          <p className="wrap-anywhere">
            <b>{asked.subject}</b> goes to everyone who has confirmed the newsletter. It cannot be called
            back.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
