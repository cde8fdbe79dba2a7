import { t } from "@lingui/core/macro";
import { Suspense, type ReactNode } from "react";
import { Link, useParams } from "react-router";
import { isAdmin, useUser } from "../api/session";
import { AdminUsers } from "../features/moderation/AdminUsers";
import { paths } from "../paths";
import { NotFound } from "../features/access/ErrorPage";
import { Heading } from "../ui/Heading";
import { Screen } from "../ui/Screen";
import { ErrorState, Loading } from "../ui/States";
import { showCurrent } from "../ui/showCurrent";
import tabStyles from "../ui/TabLinks.module.css";
import { lazyPart } from "../ui/lazyPart";

const SiteSettings = lazyPart(() =>
  import("../features/site/SiteSettings").then(({ SiteSettings }) => SiteSettings),
);

const PagesSettings = lazyPart(() =>
  import("../features/site/PagesSettings").then(({ PagesSettings }) => PagesSettings),
);

const Webhooks = lazyPart(() =>
  import("../features/webhooks/Webhooks").then(({ Webhooks }) => Webhooks),
);

/** Its chunk has the chart library. */
const Statistics = lazyPart(() =>
  import("../features/site/Statistics").then(({ Statistics }) => Statistics),
);

type Tab = { name: string; path: string; label: string; title?: string; content: ReactNode };

export function AdminScreen() {
  const { tab = "users" } = useParams();
  const user = useUser();
  const tabs = tabsOf();
  const current = tabs.find(({ name }) => name === tab);
  if (!current) return <NotFound />;
  return (
    <Screen>
      <Heading title={current.title ?? t`Admin Access`}>{t`Admin Access`}</Heading>
      {isAdmin(user) ? (
        <>
          <nav ref={showCurrent} className={tabStyles.tabs} aria-label={t`Administration`}>
            {tabs.map(({ name, path, label }) => (
              <Link
                key={name}
                to={path}
                className={tabStyles.tab}
                aria-current={name === current.name ? "page" : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          <Suspense fallback={<Loading />}>{current.content}</Suspense>
        </>
      ) : (
        <ErrorState
          text={
            tab === "users" ? t`Only admins can see this list.` : t`Only admins can see this page.`
          }
        />
      )}
    </Screen>
  );
}

function tabsOf(): Tab[] {
  return [
    { name: "users", path: paths.admin, label: t`Users`, content: <AdminUsers /> },
    {
      name: "site",
      path: paths.adminTab("site"),
      label: t`Site`,
      title: t`Site settings`,
      content: <SiteSettings />,
    },
    {
      name: "pages",
      path: paths.adminTab("pages"),
      label: t`Pages`,
      title: t`Pages`,
      content: <PagesSettings />,
    },
    {
      name: "webhooks",
      path: paths.adminTab("webhooks"),
      label: t`Webhooks`,
      title: t`Webhooks`,
      content: <Webhooks />,
    },
    {
      name: "statistics",
      path: paths.adminTab("statistics"),
      label: t`Statistics`,
      title: t`Statistics`,
      content: <Statistics />,
    },
  ];
}
