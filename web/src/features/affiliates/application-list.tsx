import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { accountProblemText } from '../../lib/account-texts.ts'
import type { Caller } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PLATFORM_NAMES } from './platform-names.ts'
import { applicationsQuery } from './queries.ts'

/** The applications to the affiliate programme, the newest first. */
export function ApplicationList({ caller }: { caller: Caller }) {
  const query = useInfiniteQuery(applicationsQuery(caller))
  if (query.isPending)
    return <Loading label="Loading the applications" className="h-60! max-w-180 rounded-card!" />
  if (query.isLoadingError) {
    return (
      <Failure
        title="Error loading the applications"
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {accountProblemText(query.error).text}
      </Failure>
    )
  }
  const applications = query.data.pages.flatMap(({ items }) => items)
  if (applications.length === 0) {
    return (
      <Panel kind="open" title="No applications yet" heading="h2">
        <p className="text-ink-2">What is sent from the page of the affiliate program is listed here.</p>
      </Panel>
    )
  }
  return (
    <div className="grid max-w-180 justify-items-start gap-6">
      <ul className="w-full border-b border-line">
        {applications.map((application) => (
          <ApplicationRow key={application.id} application={application} />
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-14 text-error">
          Older applications could not be loaded. Please try again.
        </p>
      )}
      {query.hasNextPage && (
        <Button quiet busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Loading' : 'Show older applications'}
        </Button>
      )}
    </div>
  )
}

const count = (number: number) => number.toLocaleString('en-US')
const toDate = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' })

function ApplicationRow({ application }: { application: AffiliateApplication }) {
  const { fullName, email, phone, primaryPlatform, totalFollowers, contentNiche, whyJoin, createdAt } =
    application
  return (
    <li className="grid gap-1 border-t border-line py-4">
      <h2 className="text-22! leading-7! wrap-anywhere">{fullName}</h2>
      <p className="wrap-anywhere">
        <a href={`mailto:${email}`}>{email}</a>
        {phone !== null && <span className="text-ink-2"> · {phone}</span>}
      </p>
      <p className="text-14 font-bold">
        {count(totalFollowers)} followers, mainly on {PLATFORM_NAMES[primaryPlatform]}
      </p>
      <ul className="text-14 text-ink-2">
        {toChannels(application).map((words) => (
          <li key={words} className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
      {contentNiche !== null && <p className="text-14 text-ink-2 wrap-anywhere">Content: {contentNiche}</p>}
      <p className="pt-1 wrap-anywhere whitespace-pre-line">{whyJoin}</p>
      <p className="pt-1 text-14 text-ink-2">Received {toDate(createdAt)}</p>
    </li>
  )
}

/** The channels that were named, each with its followers. */
function toChannels(application: AffiliateApplication): string[] {
  const channels: [name: string, handle: string | null, followers: number | null][] = [
    ['Instagram', application.instagramHandle, application.instagramFollowers],
    ['TikTok', application.tiktokHandle, application.tiktokFollowers],
    ['YouTube', application.youtubeChannel, application.youtubeSubscribers],
    ['Twitter', application.twitterHandle, application.twitterFollowers],
  ]
  return channels
    .filter(([, handle, followers]) => handle !== null || followers !== null)
    .map(([name, handle, followers]) =>
      [`${name}:`, handle, followers === null ? null : `(${count(followers)})`]
        .filter((word) => word !== null)
        .join(' '),
    )
}
