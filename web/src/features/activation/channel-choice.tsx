import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

/** E-mail or SMS, while SMS is not sold: choosing it says so and returns to e-mail (core, section 2). */
export function ChannelChoice() {
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  return (
    <fieldset>
      <legend className="pb-1 text-14 font-bold">Send alerts by</legend>
      <div className="choice">
        <label>
          <input type="radio" name="channel" checked={!isNoticeOpen} readOnly />
          <Icon name="mail" size={20} />
          Email
        </label>
        <label>
          <input type="radio" name="channel" checked={isNoticeOpen} onChange={() => setNoticeOpen(true)} />
          <Icon name="phone" size={20} />
          SMS
        </label>
      </div>
      {isNoticeOpen && (
        <Dialog title="Under Construction" onClose={() => setNoticeOpen(false)}>
          <p>Will go live soon - for now, use our email alerts!</p>
          <Button onClick={() => setNoticeOpen(false)}>Use e-mail</Button>
        </Dialog>
      )}
    </fieldset>
  )
}
