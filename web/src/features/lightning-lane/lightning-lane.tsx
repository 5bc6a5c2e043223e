import { Panel } from '../../ui/panel.tsx'

export const LightningLane = () => <Panel kind="open" title="Nothing to book yet" heading="h2" />
