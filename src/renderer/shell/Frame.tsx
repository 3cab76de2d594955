import { VisuallyHidden } from '@mantine/core'
import { Button } from '../components/Button.tsx'
import { Boundary } from '../components/boundary/Boundary.tsx'
import { forgetRestored } from '../components/boundary/WindowBoundary.tsx'
import { Seal } from '../components/Seal.tsx'
import type { Feature } from '../platform/feature.ts'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { showPanel, useNavigation } from '../platform/navigation.ts'
import { useTitled } from '../platform/shortcuts.ts'
import { NoticeBar, PausedBar } from './Banners.tsx'
import classes from './Frame.module.css'
import { features, featuresAt } from './features.ts'
import { CommandPalette } from './palette/CommandPalette.tsx'
import { useShortcuts } from './shortcuts.ts'

const DetailsPane = lazyComponent(async () => (await import('../components/requests/DetailsPane.tsx')).DetailsPane)

/** Returns no badge, for panels without one. */
const useNoBadge = () => null

function RailButton({ panel }: { panel: Feature }) {
  const { t } = useTranslation()
  const current = useNavigation((state) => state.panel === panel.id)
  const Icon = panel.icon
  const titled = useTitled()
  // the same hook at every render, because a button keeps its panel
  const { useBadge = useNoBadge } = panel
  const badge = useBadge()
  return (
    <Button
      kind="plain"
      className={classes.button}
      aria-current={current ? 'page' : undefined}
      title={[titled(t(`${panel.id}.panel`), panel.id), badge?.words].filter(Boolean).join(' · ')}
      onClick={() => showPanel(panel.id)}
    >
      <span className={classes.icon} aria-hidden="true">
        <Icon size={18} strokeWidth={1.75} />
        {badge?.isRunning ? <span className={classes.ring} /> : null}
        {badge?.hasDot ? <span className={classes.dot} /> : null}
        {badge === null || badge.attention === 0 ? null : <span className={classes.count}>{badge.attention}</span>}
      </span>
      {t(`${panel.id}.panel`)}
      {badge === null ? null : <VisuallyHidden>{badge.words}</VisuallyHidden>}
    </Button>
  )
}

/** The window: navigation rail and the shown panel. */
export function Frame() {
  const { t } = useTranslation()
  const current = useNavigation((state) => state.panel)
  const paletteOpen = useNavigation((state) => state.paletteOpen)
  useShortcuts()
  const shown = features.find((feature) => feature.id === current)
  return (
    <div className={classes.frame}>
      <nav className={classes.rail} aria-label={t('app.panels')}>
        <Seal />
        {featuresAt('top').map((panel) => (
          <RailButton key={panel.id} panel={panel} />
        ))}
        <span className={classes.gap} />
        {featuresAt('bottom').map((panel) => (
          <RailButton key={panel.id} panel={panel} />
        ))}
      </nav>
      <div className={classes.content}>
        <Boundary place="extra">
          <NoticeBar />
          <PausedBar />
          {features.map(({ Bar, id }) => (Bar === undefined || id === current ? null : <Bar key={id} />))}
        </Boundary>
        <div className={classes.panel}>
          {shown === undefined ? null : (
            // a reload must not restore the state that failed
            <Boundary key={shown.id} place="panel" onFailure={forgetRestored}>
              <shown.Panel />
            </Boundary>
          )}
          <Boundary place="extra">
            <DetailsPane />
          </Boundary>
        </div>
      </div>
      <Boundary place="extra" shown={paletteOpen}>
        <CommandPalette />
      </Boundary>
    </div>
  )
}
