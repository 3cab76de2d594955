import { VisuallyHidden } from '@mantine/core'
import { Button } from '../components/Button.tsx'
import { Boundary } from '../components/boundary/Boundary.tsx'
import { forgetRestored } from '../components/boundary/WindowBoundary.tsx'
import { Seal } from '../components/Seal.tsx'
import type { Feature } from '../platform/feature.ts'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { showPanel, useNavigation } from '../platform/navigation.ts'
import { useTitled } from '../platform/shortcuts.ts'
import { NoticeBar, PausedBar } from './Banners.tsx'
import classes from './Frame.module.css'
import { features, featuresAt } from './features.ts'
import { CommandPalette } from './palette/CommandPalette.tsx'
import { useShortcuts } from './shortcuts.ts'

/** Hook of panels without a badge. */
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
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {t(`${panel.id}.panel`)}
      {badge === null ? null : (
        <>
          <span
            className={badge.count === null ? classes.dot : classes.badge}
            data-attention={badge.needsAttention || undefined}
            aria-hidden="true"
          >
            {badge.needsAttention ? `! ${badge.count}` : badge.count}
          </span>
          <VisuallyHidden>{badge.words}</VisuallyHidden>
        </>
      )}
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
        </div>
      </div>
      <Boundary place="extra" shown={paletteOpen}>
        <CommandPalette />
      </Boundary>
    </div>
  )
}
