import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { RolePage } from './role-page.tsx'

/** Suggestions of visitors for the rankings, once there are rankings. */
export function ModerationPage() {
  return (
    <RolePage role="moderator">
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
    </RolePage>
  )
}
