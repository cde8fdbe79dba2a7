import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { PageHeader, Screen, Toolbar } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState } from "../../ui/States";
import { TabLinks } from "../../ui/TabLinks";
import { ForumList } from "./ForumList";
import { forumQueries } from "./queries";

export function ForumsScreen() {
  const [params, setParams] = useSearchParams();
  const topic = params.get("topic")?.trim() ?? "";
  const keyword = params.get("keyword")?.trim() ?? "";
  return (
    <Screen width="wide">
      <PageHeader>
        <Heading>{topic ? t`Forums about “${topic}”` : t`Forums`}</Heading>
        <Toolbar>
          {topic && (
            <ButtonLink icon="back" to={paths.forums}>
              {t`Return to Forums`}
            </ButtonLink>
          )}
          <ButtonLink variant="primary" icon="plus" to={paths.createForum}>
            {t`Create Forum`}
          </ButtonLink>
        </Toolbar>
      </PageHeader>
      <SearchBox
        label={t`Search forums`}
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
        clear="always"
      />
      <Results topic={topic} keyword={keyword} />
    </Screen>
  );
}

function Results({ topic, keyword }: { topic: string; keyword: string }) {
  if (keyword) return <SearchResults keyword={keyword} />;
  return topic ? <ForumsByTopic topic={topic} /> : <AllForums />;
}

function SearchResults({ keyword }: { keyword: string }) {
  const query = useInfiniteQuery(forumQueries.search(keyword));
  const none = t`No forums found matching your search.`;
  return <ForumList query={query} failed={none} none={<ErrorState text={none} />} />;
}

function ForumsByTopic({ topic }: { topic: string }) {
  return <ForumList query={useInfiniteQuery(forumQueries.topic(topic))} />;
}

function AllForums() {
  const [params] = useSearchParams();
  const sort = params.get("sort");
  const order = sort === "active" || sort === "name" ? sort : "new";
  return (
    <>
      <TabLinks
        label={t`Sort`}
        param="sort"
        standard="new"
        tabs={[
          { value: "new", text: t({ message: "New", context: "forums" }) },
          { value: "active", text: t`Active` },
          { value: "name", text: t`Name` },
        ]}
      />
      <ForumList query={useInfiniteQuery(forumQueries.list(order))} />
    </>
  );
}
