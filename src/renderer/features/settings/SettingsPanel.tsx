import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { pagesBeside, type SettingsPage, useNavigation } from '../../platform/navigation.ts'
import { AboutPage } from './AboutPage.tsx'
import { AppearancePage } from './AppearancePage.tsx'
import { BackupPage } from './backup/BackupPage.tsx'
import { ChatPage } from './ChatPage.tsx'
import { ConnectionsPage } from './ConnectionsPage.tsx'
import { MeaningPage } from './meaning/MeaningPage.tsx'
import { PricesPage } from './money/PricesPage.tsx'
import { SpendingPage } from './money/SpendingPage.tsx'
import { NetworkPage } from './network/NetworkPage.tsx'
import { RequestsPage } from './requests/RequestsPage.tsx'
import { SettingsList } from './SettingsList.tsx'
import classes from './SettingsPanel.module.css'
import { ServersPage } from './servers/ServersPage.tsx'
import { ShortcutsPage } from './shortcuts/ShortcutsPage.tsx'
import { StoragePage } from './storage/StoragePage.tsx'
import { TableSetting } from './TableSetting.tsx'
import { TranscriptionPage } from './TranscriptionPage.tsx'
import { ToolsPage } from './tools/ToolsPage.tsx'
import { TransferPage } from './transfer/TransferPage.tsx'
import { UpdatesPage } from './updates/UpdatesPage.tsx'
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
    case 'tools':
      return <ToolsPage />
    case 'servers':
      return <ServersPage />
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

/** Pages that few people need. They are folded below another page, and unfolded if a link leads to them. */
const folded: ReadonlySet<SettingsPage> = new Set(['network'])

export function SettingsPanel() {
  const { t } = useTranslation()
  const page = useNavigation((state) => state.settingsPage)
  const column = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<string | null>(null)
  const pages = pagesBeside(page)
  useEffect(() => {
    const shown = column.current?.querySelector(`[data-page="${page}"]`)
    if (pages.indexOf(page) > 0) shown?.scrollIntoView({ block: 'start', behavior: 'instant' })
    else column.current?.parentElement?.scrollTo({ top: 0, behavior: 'instant' })
  }, [page, pages])
  useEffect(() => {
    if (found === null) return
    const row = column.current?.querySelector(`[data-setting="${CSS.escape(found)}"]`)
    row?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const control =
      row?.querySelector<HTMLElement>('input:checked') ?? row?.querySelector<HTMLElement>('input, button, select')
    control?.focus()
    setFound(null)
  }, [found])
  return (
    <main className={classes.split}>
      <SettingsList onChoose={setFound} />
      <div className={classes.page}>
        <div ref={column} className={classes.column}>
          {pages.map((shown) => (
            <section key={shown} data-page={shown} className={classes.section} aria-label={t(`settings.${shown}`)}>
              {folded.has(shown) ? (
                <details className={classes.fold} open={shown === page}>
                  <summary>
                    <h2 className={classes.heading}>{t(`settings.${shown}`)}</h2>
                  </summary>
                  <Page page={shown} />
                </details>
              ) : (
                <>
                  <h2 className={classes.heading}>{t(`settings.${shown}`)}</h2>
                  <Page page={shown} />
                </>
              )}
            </section>
          ))}
        </div>
      </div>
    </main>
  )
}

function ImagesPage() {
  return (
    <>
      <TableSetting name="imagesAtOnce" />
      <TableSetting name="imageSourceMegabytes" />
    </>
  )
}
