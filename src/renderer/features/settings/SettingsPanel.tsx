import { useEffect, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { type SettingsPage, settingsPages, showSettings, useNavigation } from '../../platform/navigation.ts'
import { useUpdates } from '../../platform/updates-store.ts'
import { AboutPage } from './AboutPage.tsx'
import { AppearancePage } from './AppearancePage.tsx'
import { AssistantsPage } from './assistants/AssistantsPage.tsx'
import { BackupPage } from './backup/BackupPage.tsx'
import { ChatPage } from './ChatPage.tsx'
import { ConnectionsPage } from './ConnectionsPage.tsx'
import { ImagesPage } from './ImagesPage.tsx'
import { KnowledgePage } from './knowledge/KnowledgePage.tsx'
import { MeaningPage } from './meaning/MeaningPage.tsx'
import { PricesPage } from './money/PricesPage.tsx'
import { SpendingPage } from './money/SpendingPage.tsx'
import { NetworkPage } from './network/NetworkPage.tsx'
import { PromptsPage } from './prompts/PromptsPage.tsx'
import { RequestsPage } from './requests/RequestsPage.tsx'
import classes from './SettingsPanel.module.css'
import { ServersPage } from './servers/ServersPage.tsx'
import { ShortcutsPage } from './shortcuts/ShortcutsPage.tsx'
import { StoragePage } from './storage/StoragePage.tsx'
import { TranscriptionPage } from './TranscriptionPage.tsx'
import { ToolsPage } from './tools/ToolsPage.tsx'
import { TransferPage } from './transfer/TransferPage.tsx'
import { UpdatesPage } from './updates/UpdatesPage.tsx'
import { updateNews } from './updates/update-news.ts'
import { VideosPage } from './VideosPage.tsx'

function Page({ page }: { page: SettingsPage }) {
  switch (page) {
    case 'connections':
      return <ConnectionsPage />
    case 'network':
      return <NetworkPage />
    case 'appearance':
      return <AppearancePage />
    case 'chat':
      return <ChatPage />
    case 'prompts':
      return <PromptsPage />
    case 'assistants':
      return <AssistantsPage />
    case 'tools':
      return <ToolsPage />
    case 'servers':
      return <ServersPage />
    case 'knowledge':
      return <KnowledgePage />
    case 'meaning':
      return <MeaningPage />
    case 'images':
      return <ImagesPage />
    case 'transcription':
      return <TranscriptionPage />
    case 'videos':
      return <VideosPage />
    case 'prices':
      return <PricesPage />
    case 'spending':
      return <SpendingPage />
    case 'requests':
      return <RequestsPage />
    case 'backup':
      return <BackupPage />
    case 'shortcuts':
      return <ShortcutsPage />
    case 'storage':
      return <StoragePage />
    case 'transfer':
      return <TransferPage />
    case 'updates':
      return <UpdatesPage />
    case 'about':
      return <AboutPage />
    default:
      return page satisfies never
  }
}

export function SettingsPanel() {
  const { t } = useTranslation()
  const page = useNavigation((state) => state.settingsPage)
  const news = useUpdates(updateNews)
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open page's entry is another one
  useEffect(() => {
    // at once, without a motion; a window that became lower must show it too
    const show = () =>
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [page])
  return (
    <main className={classes.split}>
      <nav ref={list} className={classes.side} aria-label={t('settings.title')}>
        <h1 className={classes.title}>{t('settings.title')}</h1>
        {settingsPages.map((other) => (
          <Button
            kind="plain"
            key={other}
            className={classes.entry}
            aria-current={other === page ? 'page' : undefined}
            {...(other === 'updates' && news !== null ? { title: t(`updates.news.${news}`) } : {})}
            onClick={() => showSettings(other)}
          >
            {t(`settings.${other}`)}
            {other === 'updates' && news !== null ? <span className={classes.dot} aria-hidden="true" /> : null}
          </Button>
        ))}
      </nav>
      <div className={classes.page}>
        <div className={classes.column}>
          <h2 className={classes.heading}>{t(`settings.${page}`)}</h2>
          <Page page={page} />
        </div>
      </div>
    </main>
  )
}
