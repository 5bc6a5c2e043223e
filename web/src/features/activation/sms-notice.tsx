import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** For a visitor who wanted SMS before it is sold. */
export function SmsNotice({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Under Construction" onClose={onClose}>
      <p>Will go live soon - for now, use our email alerts!</p>
      <Button onClick={onClose}>Use email</Button>
    </Dialog>
  )
}
