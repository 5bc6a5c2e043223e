import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkProblem } from '../features/lightning-lane/lane-words.ts'
import { answerInvitation, invitationLinkQuery } from '../features/lightning-lane/queries.ts'
import { BadLink } from '../lib/bad-link.tsx'
import { LinkProblem } from '../lib/link-problem.tsx'
import { useAction } from '../lib/use-action.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** The page of an invitation's link. Opening it connects nothing: a mail program may open every link. */
export function ConnectLightningLanePage() {
  const { token } = useAddressToken('connect-lane')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead />
      {token ? <Invitation key={token} token={token} /> : <Incomplete />}
    </div>
  )
}

function Invitation({ token }: { token: string }) {
  const link = useQuery(invitationLinkQuery(token))
  const client = useQueryClient()
  const answering = useAction(async () => {
    client.setQueryData(invitationLinkQuery(token).queryKey, await answerInvitation(token))
  }, linkProblem)
  if (link.isPending) return <Loading label="Loading the invitation" className="h-40!" />
  if (link.isError)
    return (
      <LinkProblem of={link} wordsOf={linkProblem}>
        <ToAssist />
      </LinkProblem>
    )
  if (link.data.isConnected)
    return (
      <div role="status" className="max-w-120">
        <Panel title="Connected" heading="h2">
          <p>You can close this page. Lightning Lane Assist goes on where it was started.</p>
        </Panel>
      </div>
    )
  return (
    <div className="grid max-w-120 gap-4">
      <Panel title="Connect this address?" heading="h2">
        <p>
          Someone asked to connect your address to their Lightning Lane Assist. Pressing the button only says
          that you agree. We never ask for your Disney password.
        </p>
      </Panel>
      <FormProblem problem={answering.problem} />
      <Button busy={answering.isBusy} onClick={answering.run}>
        {answering.isBusy ? 'Connecting' : 'Connect this address'}
      </Button>
    </div>
  )
}

const Incomplete = () => (
  <BadLink text="Please open the link in the email we sent you, or ask for another invitation.">
    <ToAssist />
  </BadLink>
)

const ToAssist = () => (
  <ButtonLink small to="/lightning-lane">
    Lightning Lane Assist
  </ButtonLink>
)
