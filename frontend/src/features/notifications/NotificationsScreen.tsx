import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { PageHeader, Screen, Toolbar } from "../../ui/Screen";
import { Empty } from "../../ui/States";
import { TabLinks } from "../../ui/TabLinks";
import { MarkAllRead } from "./MarkAllRead";
import { NotificationRow } from "./NotificationRow";
import surfaces from "../../ui/Surface.module.css";
import { notificationQueries } from "./queries";

/** All notifications, or the unread ones, by the address. */
export function NotificationsScreen() {
  const [params] = useSearchParams();
  const query = useInfiniteQuery(notificationQueries.list(params.get("show") === "unread"));
  return (
    <Screen>
      <PageHeader>
        <Heading>{t`Notifications`}</Heading>
        <Toolbar>
          <MarkAllRead notifications={query.data} variant="secondary" />
          <ButtonLink icon="settings" to={paths.settings("notifications")}>
            {t`Settings`}
          </ButtonLink>
        </Toolbar>
      </PageHeader>
      <TabLinks
        label={t`Filter`}
        param="show"
        standard="all"
        tabs={[
          { value: "all", text: t`All` },
          { value: "unread", text: t`Unread` },
        ]}
      />
      <div className={surfaces.surface}>
        <List
          query={query}
          label={t`Notifications`}
          failed={t`Couldn't load notifications. Try again.`}
          empty={
            <Empty>
              <p>{t`Replies, mentions and what you watch will show up here.`}</p>
            </Empty>
          }
        >
          {(notification) => <NotificationRow notification={notification} />}
        </List>
      </div>
    </Screen>
  );
}
