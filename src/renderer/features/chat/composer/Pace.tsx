import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { streamTexts } from '../chat-store.ts'
import { paceWords } from '../thread/usage-words.ts'
import classes from './Composer.module.css'

/** How fast the running answer comes. Looks twice a second, whatever the number of deltas. */
export function Pace({ messageId }: { messageId: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const pace = streamTexts.pace(messageId)
  return <span className={classes.pace}>{pace === null ? '' : paceWords(t, pace, now)}</span>
}
