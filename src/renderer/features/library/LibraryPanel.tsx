import { VisuallyHidden } from '@mantine/core'
import { Button } from '../../components/Button.tsx'
import classes from '../../components/lists/side-pages.module.css'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { type LibraryPage, libraryPages, showLibrary, useNavigation } from '../../platform/navigation.ts'
import { AssistantsPage } from './assistants/AssistantsPage.tsx'
import { KnowledgePage } from './knowledge/KnowledgePage.tsx'
import { MemoryPage } from './memory/MemoryPage.tsx'
import { PromptsPage } from './prompts/PromptsPage.tsx'
import { RecipesPage } from './recipes/RecipesPage.tsx'

/** The library: what chats start with and draw on, and recipes. */
export function LibraryPanel() {
  const { t } = useTranslation()
  const page = useNavigation((state) => state.libraryPage)
  return (
    <main className={classes.split}>
      <nav className={classes.side} aria-label={t('library.panel')}>
        <VisuallyHidden component="h1">{t('library.panel')}</VisuallyHidden>
        {libraryPages.map((other) => (
          <Button
            key={other}
            kind="plain"
            className={classes.entry}
            aria-current={other === page ? 'page' : undefined}
            onClick={() => showLibrary(other)}
          >
            {t(`library.${other}`)}
          </Button>
        ))}
      </nav>
      <div className={classes.page} key={page}>
        <div className={classes.column}>
          <h2 className={classes.heading}>{t(`library.${page}`)}</h2>
          <Page page={page} />
        </div>
      </div>
    </main>
  )
}

function Page({ page }: { page: LibraryPage }) {
  switch (page) {
    case 'prompts':
      return <PromptsPage />
    case 'assistants':
      return <AssistantsPage />
    case 'knowledge':
      return <KnowledgePage />
    case 'memory':
      return <MemoryPage />
    case 'recipes':
      return <RecipesPage />
    default:
      return page satisfies never
  }
}
