import { Archive } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Sidebar.module.css'

/** The last row below the list, which opens the archive. */
export function ArchiveEntry() {
  const { t } = useTranslation()
  return (
    <Button kind="plain" className={classes.entry} onClick={() => useChat.setState({ archiveShown: true })}>
      <Archive size={15} strokeWidth={1.75} aria-hidden="true" />
      {t('order.archiveList')}
    </Button>
  )
}
