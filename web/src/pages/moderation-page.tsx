import { RequireRole } from '../features/auth/require-role.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** Suggestions of visitors for the rankings, once there are rankings. */
export function ModerationPage() {
  useTitle('Moderation | Walkon')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead title="Moderation" />
      <RequireRole role="moderator">
        {() => (
          <Panel kind="open" title="Nothing to review yet" heading="h2">
            <p className="text-ink-2">
              New items and edits that visitors suggest will wait here for you. This opens with Park Ratings
              &amp; Rankings.
            </p>
            <ButtonLink quiet small to="/park-rankings">
              See what is coming
            </ButtonLink>
          </Panel>
        )}
      </RequireRole>
    </div>
  )
}
