import { Pencil } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { LongText } from '../../../components/words/LongText.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { retryAnswer, selectVersion } from '../actions/answer-actions.ts'
import { MessagePictures } from '../files/MessagePictures.tsx'
import { SentFiles } from '../files/SentFiles.tsx'
import { SentPassages } from '../knowledge/SentPassages.tsx'
import { useChat } from '../state/chat-store.ts'
import { shownHit } from '../state/find.ts'
import { EditMessage } from './EditMessage.tsx'
import classes from './Message.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { Versions } from './Versions.tsx'

const linesMax = 12
const charactersPerLine = 90

/** Returns true if a text exceeds about a dozen lines, without reading all of it. */
function isLong(text: string): boolean {
  if (text.length > linesMax * charactersPerLine) return true
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > linesMax
}

interface UserMessageProps {
  readonly message: Message
  readonly editing: boolean
  /** True if the message ends the chat, because its answer was deleted. */
  readonly isUnanswered: boolean
}

/** The user's message: plain text, exactly as typed. */
export const UserMessage = memo(function UserMessage({ message, editing, isUnanswered }: UserMessageProps) {
  const { t } = useTranslation()
  // how far the text must be shown to include the hit
  const until = useChat(({ find }) => {
    const hit = shownHit(find)
    return hit?.messageId === message.id ? (hit.start ?? 0) : null
  })
  const found = until !== null
  const [whole, setWhole] = useState(found)
  // the hit may be in the collapsed part
  useEffect(() => {
    if (found) setWhole(true)
  }, [found])
  const long = isLong(message.text)
  if (editing) {
    return (
      <article aria-label={t('message.you')}>
        <EditMessage message={message} />
      </article>
    )
  }
  return (
    <article className={classes.me} aria-label={t('message.you')}>
      <MessagePictures items={message.attachments} />
      {message.files === undefined ? null : <SentFiles files={message.files} />}
      {message.text === '' ? null : (
        <div className={classes.bubble}>
          <p className={long && !whole ? classes.clamped : classes.said} data-said={message.id} dir="auto">
            {/* a text of a megabyte is laid out only on demand */}
            {long && !whole ? message.text.slice(0, 4000) : <LongText text={message.text} until={until ?? 0} />}
          </p>
          {long ? (
            <Button kind="link" className={classes.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? t('message.showLess') : t('message.showAll')}
            </Button>
          ) : null}
        </div>
      )}
      {message.passages === undefined ? null : <SentPassages numbers={message.passages} />}
      <div className={isUnanswered ? classes.foot : `${classes.foot} ${classes.quietFoot}`}>
        {isUnanswered ? (
          <Button size="small" onClick={() => void retryAnswer(message.id)}>
            {t('message.answerAgain')}
          </Button>
        ) : null}
        <Versions
          kind="message"
          versions={message.versions}
          shown={message.id}
          onSelect={(version) => void selectVersion(version)}
        />
        <CopyButton text={() => message.text} label={t('message.copy')} />
        <IconButton
          icon={Pencil}
          words={t('message.edit')}
          iconSize={15}
          size="small"
          onClick={() => useChat.setState({ editing: message.id })}
        />
        <MessageMenu message={message} />
      </div>
    </article>
  )
})
