import { useEffect } from 'react'
import { Boundary } from '../../components/boundary/Boundary.tsx'
import { QuickPanel } from '../../features/chat/index.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useNavigation } from '../../platform/navigation.ts'
import { openInAtelier } from '../../platform/quick.ts'
import { ThemeFrame } from '../ThemeFrame.tsx'
import { WindowExtras } from '../WindowExtras.tsx'

/** The quick window: one question and its answer. Other panels open in the main window. */
export function QuickApp() {
  const { t } = useTranslation()
  const title = t('quick.title')
  useEffect(() => {
    document.title = `${title} · Atelier`
  }, [title])
  useEffect(
    () =>
      useNavigation.subscribe(({ panel, settingsPage, libraryPage }) => {
        if (panel === 'chat') return
        useNavigation.setState({ panel: 'chat' })
        void openInAtelier(null, panel === 'settings' ? settingsPage : panel === 'library' ? libraryPage : null)
      }),
    [],
  )
  return (
    <ThemeFrame>
      <Boundary place="panel">
        <QuickPanel />
      </Boundary>
      <WindowExtras />
    </ThemeFrame>
  )
}
