// The gallery of the interface parts: `npm run dev -- --kit`. Builds of the product leave it out.
import './jitless.ts'
import '../platform/theme/mantine-styles.ts'
import '../platform/theme/tokens.css'
import '../platform/theme/theme.css'
import { createRoot } from 'react-dom/client'
import { languageFor } from '../../shared/language.ts'
import { defaultSettings } from '../../shared/settings.ts'
import { startAppState } from '../platform/app-store.ts'
import { startI18n } from '../platform/i18n/i18n.ts'
import { ThemeFrame } from '../shell/ThemeFrame.tsx'
import { KitPage } from './KitPage.tsx'

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
const locale = navigator.language
startAppState({
  info: { version: '', shell: 'browser', platform: 'linux', mediaBase: '', dataFolder: '', notices: [], locale },
  settings: defaultSettings,
  connections: { connections: [], defaultId: null, keychain: { available: true, reason: null } },
  notices: [],
  connected: true,
})
await startI18n(languageFor('system', locale))
createRoot(element).render(
  <ThemeFrame>
    <KitPage />
  </ThemeFrame>,
)
