import type { pageLists as lists, pageRecords as records, pageWords as words } from '#i18n/en/desk/pages.ts'
import type { Shape } from '#i18n/shape.ts'

export const pageLists: Shape<typeof lists> = {
  announcements: {
    title: 'Annonces',
    description:
      'Les messages en haut du site, du back-office ou de l’application des gardiens, du début à la fin prévus.',
    search: 'Texte',
    empty: 'Vos annonces apparaîtront ici.',
    create: 'Nouvelle annonce',
    columns: {
      text: 'Texte',
      severity: 'Importance',
      audience: 'Public',
      country: 'Pays',
      starts_at: 'Du',
      ends_at: 'Au',
      link: 'Lien',
      timezone: 'Fuseau horaire',
    },
    filters: { severity: 'Importance', audience: 'Public', country: 'Pays', running: 'Affichée en ce moment' },
    states: { active: 'Actives', inactive: 'Inactives' },
  },
  pages: {
    title: 'Pages',
    description:
      'Les textes des pages, des services, du blog et de l’aide, leur provenance et les erreurs qu’ils contiennent.',
    search: 'Titre ou adresse',
    empty: 'Il n’y a aucune page de contenu.',
    create: 'Nouvel article',
    columns: {
      title: 'Titre',
      address: 'Adresse',
      kind: 'Type',
      source: 'Provenance',
      words_en: 'Anglais (mots)',
      words_fr: 'Français (mots)',
      changed_at: 'Modifié le',
      wrong: 'Première erreur',
      mistakes: 'Erreurs',
      has_draft: 'Brouillon',
      publish_at: 'Publication prévue',
      withdraw_at: 'Retrait prévu',
      timezone: 'Fuseau horaire',
      drafted_at: 'Brouillon enregistré le',
      draft_mistakes: 'Erreurs du brouillon',
      file_changed: 'Fichier plus récent',
      title_en: 'Titre anglais',
      title_fr: 'Titre français',
    },
    filters: {
      kind: 'Type',
      draft: 'A un brouillon',
      scheduled: 'Programmé',
      wrong: 'Contient des erreurs',
      file_changed: 'Fichier plus récent',
      changed: 'Modifié le',
    },
    states: { file: 'Fichiers', desk: 'Publiées ici', unpublished: 'Non publiées' },
  },
}

export const pageWords: Shape<typeof words> = {
  severities: { info: 'Information', warning: 'Avertissement', urgent: 'Urgent' },
  announcement_audiences: {
    everyone: 'Tout le monde',
    drivers: 'Conducteurs connectés',
    partners: 'Exploitants',
    staff: 'Équipe',
    guards: 'Gardiens',
  },
  page_kinds: { page: 'Page', service: 'Service', post: 'Article de blog', article: 'Article d’aide' },
  page_sources: { file: 'Fichier', desk: 'Back-office', unpublished: 'Non publié' },
}

export const pageRecords: Shape<typeof records> = {
  announcements: {
    states: { active: 'Active', inactive: 'Inactive' },
    fields: {
      text: 'Texte (anglais)',
      text_fr: 'Texte (français)',
      country_code: 'Pays',
      status: 'État',
      stopped_at: 'Arrêtée le',
    },
    tabs: { preview: 'Aperçu' },
    places: {
      everyone: 'En haut de toutes les pages du site.',
      drivers: 'En haut de toutes les pages du site, pour les conducteurs connectés.',
      partners: 'En haut du back-office, pour les équipes des exploitants. Chacun peut la masquer.',
      staff: 'En haut du back-office, pour les équipes de l’entreprise et de ses sites. Chacun peut la masquer.',
      guards: 'En haut de l’application des gardiens. Chacun peut la masquer.',
    },
    country: 'Uniquement dans ce pays : {{country}}.',
    stopped:
      'Elle n’a pas été affichée, car la personne qui l’avait programmée n’a plus le droit de publier. Relisez-la, puis réactivez-la.',
    hints: {
      audience:
        'Les exploitants et l’équipe la voient dans le back-office, les gardiens dans leur application, tous les autres sur le site.',
      country_code: 'Laissez vide pour tous les pays.',
      link: 'Une page comme /help, ou une adresse https de la liste des sites. Tout le texte devient le lien.',
      ends_at: 'Laissez vide si l’annonce n’a pas de fin.',
    },
    actions: { activate: 'Activer', deactivate: 'Désactiver' },
    effects: {
      remove: 'Plus personne ne voit cette annonce.',
    },
    done: {
      create: 'L’annonce est créée. Activez-la pour l’afficher.',
      update: 'L’annonce est modifiée. Les personnes qui l’avaient fermée la voient de nouveau.',
      activate: 'L’annonce est active. Elle s’affiche aux dates choisies.',
      deactivate: 'L’annonce est inactive.',
      remove: 'L’annonce est supprimée.',
    },
  },
  pages: {
    states: { file: 'Texte du fichier', desk: 'Texte publié ici', unpublished: 'Non publié' },
    fields: {
      published: 'Version publiée',
      wrong: 'Erreurs',
      title: 'Titre (anglais)',
      title_fr: 'Titre (français)',
      slug: 'Fin de l’adresse',
      draft_en: 'Caractères du brouillon anglais',
      draft_fr: 'Caractères du brouillon français',
    },
    hints: {
      slug: 'Laissez vide pour reprendre le titre anglais. Vous pourrez la modifier jusqu’à la publication.',
      publish_at: 'Laissez vide pour publier vous-même le brouillon.',
      withdraw_at: 'Laissez vide pour que le texte reste visible sans limite.',
    },
    actions: {
      schedule: 'Programmer',
      move: 'Changer l’adresse',
      withdraw: 'Dépublier',
      discard: 'Supprimer le brouillon',
      revert: 'Revenir au fichier',
    },
    effects: {
      schedule: 'Le brouillon est publié à cette heure dans les deux langues, tel qu’il sera alors.',
      move: 'Les liens vers l’ancienne adresse mènent à la nouvelle.',
      withdraw:
        'Les lecteurs ne trouvent plus ce texte : ni à son adresse, ni dans les listes, le flux ou le plan du site. Ses versions sont conservées et vous pourrez le publier de nouveau.',
      remove: 'Le brouillon est supprimé dans les deux langues. Il n’a jamais été publié.',
      discard: 'Le brouillon est supprimé dans les deux langues. Les lecteurs continuent de voir le texte publié.',
      revert:
        'Les lecteurs voient de nouveau le texte du fichier, dans les deux langues. Les versions publiées et le brouillon sont conservés.',
    },
    done: {
      create: 'Le brouillon est créé. Écrivez le texte, puis publiez-le.',
      schedule: 'La programmation est enregistrée.',
      move: 'L’adresse est modifiée.',
      withdraw: 'Les lecteurs ne voient plus ce texte.',
      remove: 'Le texte est supprimé.',
      discard: 'Le brouillon est supprimé.',
      revert: 'Les lecteurs voient de nouveau le texte du fichier.',
    },
    tabs: { text: 'Texte', versions: 'Versions' },
    panel: {
      draft: 'Vous modifiez un brouillon enregistré le {{when}}. Les lecteurs ne le voient pas encore.',
      unpublished: 'Les lecteurs ne voient pas encore ce texte. Enregistré le {{when}}.',
      to_publish: 'Le brouillon sera publié le {{when}} ({{zone}}).',
      to_withdraw: 'Le texte sera dépublié le {{when}} ({{zone}}).',
      publish_failed: {
        mistakes:
          'Le brouillon n’a pas été publié à l’heure prévue, car il contenait des erreurs. Corrigez-les, puis publiez-le ou reprogrammez-le.',
        permission:
          'Le brouillon n’a pas été publié à l’heure prévue : la personne qui l’avait programmé n’a plus le droit de publier. Relisez-le, puis publiez-le ou programmez-le à nouveau.',
      },
      pictures: 'Choisir une image',
      pictures_text:
        'L’image en haut de la page, dans les listes et dans les aperçus. Votre choix s’applique aux deux langues.',
      picture: 'Utiliser l’image « {{name}} »',
      from_file: 'Les lecteurs voient le texte du fichier. Vos modifications seront un brouillon.',
      from_desk: 'Les lecteurs voient la version {{number}}. Vos modifications seront un brouillon.',
      file_changed:
        'Le fichier a changé depuis la publication de cette version. Vérifiez que le texte est toujours exact.',
      read_only: 'Vous pouvez lire ce texte, mais pas le modifier.',
      text: 'Texte en {{language}}',
      languages: { en: 'anglais', fr: 'français' },
      position: 'Ligne {{line}} sur {{lines}}',
      save: 'Enregistrer le brouillon',
      saved: 'Brouillon enregistré.',
      publish: 'Publier',
      publish_unsaved: 'Enregistrer et publier',
      published: 'C’est publié : les lecteurs voient le nouveau texte.',
      open_page: 'Ouvrir la page',
      mistakes_one: '{{count}} erreur',
      mistakes_other: '{{count}} erreurs',
      no_mistakes: 'Aucune erreur',
      mistake: 'Ligne {{line}} : {{message}}',
      mistakes_block: 'Un texte qui contient une erreur dans une des langues peut être enregistré, mais pas publié.',
      changed_text:
        'La page a été enregistrée, publiée ou rétablie pendant que vous écriviez. Si vous gardez vos modifications, votre texte remplace le sien dans chaque langue où vous avez écrit quelque chose.',
      text_changes: 'Ce qui a changé dans le texte {{language}}',
      blank_lines: 'Seulement des lignes vides.',
      preview: 'Aperçu',
      preview_text: 'La page telle que les lecteurs la verront. Les liens et les formulaires n’y fonctionnent pas.',
      no_preview: 'L’aperçu s’affiche dès que l’en-tête du texte ne contient plus d’erreur.',
      help: 'Comment écrire un texte',
      help_head:
        'Les lignes entre les deux « --- » forment l’en-tête : titre, description (50 à 170 caractères), image, chapeau.',
      help_sections:
        '« ## Titre » suivi d’une ancre entre accolades ouvre une section. Les deux langues ont les mêmes ancres.',
      help_parts:
        'Un élément commence par « ::: » et son type (steps, cards, figures, questions, note, call) et finit par « ::: ».',
      help_values:
        'Les valeurs de nos règles s’insèrent par leur nom entre doubles accolades. N’écrivez jamais un tel nombre vous-même.',
      version: 'Version {{number}}',
      versions: 'Versions publiées',
      no_versions: 'Les textes que vous publiez sont conservés ici.',
      published_at: 'Publiée le',
      person: 'Publiée par',
      shown: 'Visible par les lecteurs',
      opened: 'Texte de la version {{number}}',
      restore: 'Reprendre comme brouillon',
      restored: 'La version {{number}} est maintenant un brouillon. Les lecteurs la verront une fois publiée.',
    },
  },
}
