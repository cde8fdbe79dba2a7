//! The tables as both databases have them; what only one has (full-text search) is in `search`.

diesel::table! {
    users (id) {
        id -> BigInt,
        username -> Text,
        username_key -> Text,
        password_hash -> Text,
        image -> Text,
        role -> SmallInt,
        session_version -> Integer,
        created_at -> BigInt,
        post_count -> BigInt,
        reply_count -> BigInt,
        score -> BigInt,
        about -> Text,
        banned_until -> BigInt,
        ban_reason -> Nullable<Text>,
        ban_appealed -> Bool,
        language -> Text,
    }
}

diesel::table! {
    schema_state (id) {
        id -> BigInt,
        needs -> Text,
        rendering_paused -> Bool,
    }
}

diesel::table! {
    former_names (name_hash) {
        name_hash -> Text,
    }
}

diesel::table! {
    username_parts (part, username_key) {
        part -> Text,
        username_key -> Text,
        user_id -> BigInt,
    }
}

diesel::table! {
    forums (id) {
        id -> BigInt,
        topic -> Text,
        topic_key -> Text,
        description -> Text,
        author_id -> BigInt,
        created_at -> BigInt,
        search_topic -> Text,
        search_text -> Text,
        post_count -> BigInt,
        latest_id -> Nullable<BigInt>,
        latest_at -> Nullable<BigInt>,
        latest_title -> Nullable<Text>,
        topic_skeleton -> Nullable<Text>,
        renderer -> Integer,
        html -> Text,
        visibility -> SmallInt,
    }
}

diesel::table! {
    forum_members (forum_id, user_id) {
        forum_id -> BigInt,
        user_id -> BigInt,
        since -> BigInt,
        by_id -> BigInt,
    }
}

diesel::table! {
    forum_rules (forum_id) {
        forum_id -> BigInt,
        hold_links_of_new -> Bool,
        min_account_age -> Integer,
        blocked_words -> Text,
        rules -> Text,
        renderer -> Integer,
        html -> Text,
    }
}

diesel::table! {
    site (id) {
        id -> BigInt,
        registration -> SmallInt,
        name -> Text,
        tagline -> Text,
        rules -> Text,
        renderer -> Integer,
        html -> Text,
        logo -> Text,
        icon -> Text,
        accent -> Text,
        language -> Text,
        footer -> Text,
        announcement -> Text,
        second_step -> SmallInt,
    }
}

diesel::table! {
    site_pages (slug) {
        slug -> Text,
        title -> Text,
        text -> Text,
        edited_at -> BigInt,
    }
}

diesel::table! {
    invites (id) {
        id -> BigInt,
        digest -> Text,
        forum_id -> Nullable<BigInt>,
        by_id -> Nullable<BigInt>,
        expires_at -> BigInt,
    }
}

diesel::table! {
    site_days (day) {
        day -> Integer,
        registrations -> BigInt,
        active_members -> BigInt,
        posts -> BigInt,
        replies -> BigInt,
        messages -> BigInt,
        reports -> BigInt,
    }
}

diesel::table! {
    forum_weeks (forum_id, day) {
        forum_id -> BigInt,
        day -> Integer,
        activity -> BigInt,
    }
}

diesel::table! {
    favorites (user_id, forum_id) {
        user_id -> BigInt,
        forum_id -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    forum_moderators (forum_id, user_id) {
        forum_id -> BigInt,
        user_id -> BigInt,
    }
}

diesel::table! {
    /// The view of those that are shown: reads go through it.
    #[sql_name = "shown_posts"]
    posts (id) {
        id -> BigInt,
        forum_id -> BigInt,
        author_id -> BigInt,
        created_at -> BigInt,
        day -> Integer,
        edited -> Bool,
        upvotes -> BigInt,
        downvotes -> BigInt,
        score -> BigInt,
        reply_count -> BigInt,
        hot -> BigInt,
        active_at -> BigInt,
        month -> Integer,
        title -> Text,
        image -> Nullable<Text>,
        image_description -> Nullable<Text>,
        description -> Text,
        renderer -> Integer,
        excerpt -> Text,
        html -> Text,
        version -> Integer,
        revised_at -> Nullable<BigInt>,
        locked -> Bool,
        lock_reason -> Nullable<Text>,
        pinned_at -> Nullable<BigInt>,
        pinned_until -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// The table, with hidden ones: for writes, and for what is not shown to everybody.
    #[sql_name = "posts"]
    stored_posts (id) {
        id -> BigInt,
        forum_id -> BigInt,
        author_id -> BigInt,
        created_at -> BigInt,
        day -> Integer,
        edited -> Bool,
        upvotes -> BigInt,
        downvotes -> BigInt,
        score -> BigInt,
        reply_count -> BigInt,
        hot -> BigInt,
        active_at -> BigInt,
        month -> Integer,
        title -> Text,
        image -> Nullable<Text>,
        image_description -> Nullable<Text>,
        description -> Text,
        renderer -> Integer,
        excerpt -> Text,
        html -> Text,
        version -> Integer,
        revised_at -> Nullable<BigInt>,
        locked -> Bool,
        lock_reason -> Nullable<Text>,
        pinned_at -> Nullable<BigInt>,
        pinned_until -> Nullable<BigInt>,
        hidden_at -> Nullable<BigInt>,
        held -> Bool,
        former_author -> Nullable<BigInt>,
    }
}

diesel::table! {
    post_words (post_id) {
        post_id -> BigInt,
        forum_id -> BigInt,
        search_text -> Text,
    }
}

diesel::table! {
    reply_words (reply_id) {
        reply_id -> BigInt,
        forum_id -> BigInt,
        search_text -> Text,
    }
}

diesel::table! {
    search_words (id) {
        id -> BigInt,
        word -> Text,
    }
}

diesel::table! {
    search_neighbours (part, word_id) {
        part -> BigInt,
        word_id -> BigInt,
    }
}

diesel::table! {
    search_tasks (id) {
        id -> BigInt,
        kind -> SmallInt,
        subject -> BigInt,
        words -> Text,
    }
}

diesel::table! {
    post_votes (user_id, post_id) {
        post_id -> BigInt,
        user_id -> BigInt,
        vote -> SmallInt,
    }
}

diesel::table! {
    post_revisions (id) {
        id -> BigInt,
        post_id -> BigInt,
        version -> Integer,
        author_id -> BigInt,
        written_at -> BigInt,
        title -> Text,
        description -> Text,
        replaced_at -> Nullable<BigInt>,
        hidden -> Bool,
    }
}

diesel::table! {
    post_mentions (post_id, user_id) {
        post_id -> BigInt,
        user_id -> BigInt,
    }
}

diesel::table! {
    /// The view of those that are shown: reads go through it.
    #[sql_name = "shown_replies"]
    replies (id) {
        id -> BigInt,
        post_id -> BigInt,
        parent_id -> BigInt,
        author_id -> BigInt,
        depth -> SmallInt,
        description -> Text,
        created_at -> BigInt,
        removed -> Bool,
        upvotes -> BigInt,
        downvotes -> BigInt,
        score -> BigInt,
        child_count -> BigInt,
        best -> BigInt,
        renderer -> Integer,
        excerpt -> Text,
        html -> Text,
        version -> Integer,
        revised_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// The table, with hidden ones: for writes, and for what is not shown to everybody.
    #[sql_name = "replies"]
    stored_replies (id) {
        id -> BigInt,
        post_id -> BigInt,
        parent_id -> BigInt,
        author_id -> BigInt,
        depth -> SmallInt,
        description -> Text,
        created_at -> BigInt,
        removed -> Bool,
        upvotes -> BigInt,
        downvotes -> BigInt,
        score -> BigInt,
        child_count -> BigInt,
        best -> BigInt,
        renderer -> Integer,
        excerpt -> Text,
        html -> Text,
        version -> Integer,
        revised_at -> Nullable<BigInt>,
        hidden -> Bool,
        held -> Bool,
        former_author -> Nullable<BigInt>,
    }
}

diesel::table! {
    reply_votes (user_id, reply_id) {
        reply_id -> BigInt,
        user_id -> BigInt,
        vote -> SmallInt,
    }
}

diesel::table! {
    reply_revisions (id) {
        id -> BigInt,
        reply_id -> BigInt,
        version -> Integer,
        author_id -> BigInt,
        written_at -> BigInt,
        description -> Text,
        replaced_at -> Nullable<BigInt>,
        hidden -> Bool,
    }
}

diesel::table! {
    removed_replies (reply_id) {
        reply_id -> BigInt,
        description -> Text,
        hidden_at -> BigInt,
    }
}

diesel::table! {
    reply_mentions (reply_id, user_id) {
        reply_id -> BigInt,
        user_id -> BigInt,
    }
}

diesel::table! {
    messages (id) {
        id -> BigInt,
        sender_id -> BigInt,
        recipient_id -> BigInt,
        message -> Text,
        sent_at -> BigInt,
        edited -> Bool,
        read -> Bool,
        low_id -> BigInt,
        high_id -> BigInt,
        renderer -> Integer,
        html -> Text,
    }
}

diesel::table! {
    contacts (owner_id, peer_id) {
        owner_id -> BigInt,
        peer_id -> BigInt,
        unread -> BigInt,
        total -> BigInt,
        latest_at -> BigInt,
    }
}

diesel::table! {
    blocks (owner_id, peer_id) {
        owner_id -> BigInt,
        peer_id -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    /// Only on PostgreSQL.
    budgets (budget) {
        budget -> Text,
        full_at -> BigInt,
        allowed -> Bool,
    }
}

diesel::table! {
    login_failures (subject) {
        subject -> Text,
        failures -> Integer,
        last_at -> BigInt,
        locked_until -> BigInt,
    }
}

diesel::table! {
    recovery_codes (user_id, digest) {
        user_id -> BigInt,
        digest -> Text,
    }
}

diesel::table! {
    second_steps (user_id) {
        user_id -> BigInt,
        secret -> Text,
        begun_at -> BigInt,
        active_since -> Nullable<BigInt>,
        last_step -> BigInt,
    }
}

diesel::table! {
    sign_in_tickets (digest) {
        digest -> Text,
        user_id -> BigInt,
        session_version -> Integer,
        method -> SmallInt,
        tries_left -> SmallInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    passkeys (id) {
        id -> BigInt,
        user_id -> BigInt,
        credential -> Text,
        handle -> Text,
        public_key -> Text,
        name -> Text,
        created_at -> BigInt,
        last_used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    identities (user_id, provider) {
        user_id -> BigInt,
        provider -> Text,
        issuer -> Text,
        subject -> Text,
        since -> BigInt,
    }
}

diesel::table! {
    passkey_challenges (challenge) {
        challenge -> Text,
        user_id -> Nullable<BigInt>,
        state -> Text,
        expires_at -> BigInt,
        network -> Text,
    }
}

diesel::table! {
    provider_requests (digest) {
        digest -> Text,
        browser -> Text,
        provider -> Text,
        next_path -> Text,
        user_id -> Nullable<BigInt>,
        session_version -> Nullable<Integer>,
        expires_at -> BigInt,
        session_id -> Nullable<BigInt>,
        network -> Text,
    }
}

diesel::table! {
    provider_tickets (digest) {
        digest -> Text,
        browser -> Text,
        provider -> Text,
        issuer -> Text,
        subject -> Text,
        username -> Text,
        expires_at -> BigInt,
    }
}

diesel::table! {
    api_tokens (id) {
        id -> BigInt,
        user_id -> BigInt,
        digest -> Text,
        name -> Text,
        scopes -> Text,
        method -> SmallInt,
        created_at -> BigInt,
        expires_at -> BigInt,
        last_used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    sessions (id) {
        id -> BigInt,
        user_id -> BigInt,
        method -> SmallInt,
        client -> Text,
        network -> Text,
        opened_at -> BigInt,
        last_used_at -> BigInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    images (id) {
        id -> BigInt,
        name -> Text,
        owner_id -> BigInt,
        width -> Integer,
        height -> Integer,
        bytes -> BigInt,
        uploaded_at -> BigInt,
        marked -> Bool,
    }
}

diesel::table! {
    image_uploads (name, user_id) {
        name -> Text,
        user_id -> BigInt,
        uploaded_at -> BigInt,
    }
}

diesel::table! {
    image_data (name, size) {
        name -> Text,
        size -> Integer,
        data -> Binary,
    }
}

diesel::table! {
    /// One of the ids has a value.
    image_references (id) {
        id -> BigInt,
        name -> Text,
        user_id -> Nullable<BigInt>,
        forum_id -> Nullable<BigInt>,
        post_id -> Nullable<BigInt>,
        reply_id -> Nullable<BigInt>,
        message_id -> Nullable<BigInt>,
        draft_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    drafts (id) {
        id -> BigInt,
        user_id -> BigInt,
        key -> Text,
        version -> BigInt,
        data -> Text,
        updated_at -> BigInt,
    }
}

diesel::table! {
    reports (id) {
        id -> BigInt,
        kind -> SmallInt,
        target_id -> BigInt,
        forum_id -> Nullable<BigInt>,
        state -> SmallInt,
        assignee_id -> Nullable<BigInt>,
        opened_at -> BigInt,
        decided_at -> Nullable<BigInt>,
        decision -> Nullable<Text>,
        held -> Bool,
        ban_until -> Nullable<BigInt>,
        ban_reason -> Nullable<Text>,
    }
}

diesel::table! {
    report_filings (id) {
        id -> BigInt,
        report_id -> BigInt,
        user_id -> BigInt,
        reason -> SmallInt,
        note -> Text,
        filed_at -> BigInt,
    }
}

diesel::table! {
    report_texts (id) {
        id -> BigInt,
        report_id -> BigInt,
        author_id -> BigInt,
        reported_at -> BigInt,
        title -> Nullable<Text>,
        text -> Text,
        excerpt -> Text,
    }
}

diesel::table! {
    idempotency_keys (user_id, key) {
        user_id -> BigInt,
        key -> Text,
        fingerprint -> BigInt,
        claimed_at -> BigInt,
        status -> Nullable<SmallInt>,
        body -> Nullable<Text>,
        written_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    moderation_log (id) {
        id -> BigInt,
        at -> BigInt,
        action -> SmallInt,
        actor_id -> Nullable<BigInt>,
        forum_id -> Nullable<BigInt>,
        kind -> Nullable<SmallInt>,
        target_id -> Nullable<BigInt>,
        post_id -> Nullable<BigInt>,
        user_id -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        undone_at -> Nullable<BigInt>,
        topic -> Nullable<Text>,
        texts -> Nullable<BigInt>,
        visibility -> SmallInt,
    }
}

diesel::table! {
    forum_bans (forum_id, user_id) {
        forum_id -> BigInt,
        user_id -> BigInt,
        banned_until -> BigInt,
        reason -> Nullable<Text>,
        by_id -> BigInt,
        at -> BigInt,
        appealed -> Bool,
    }
}

diesel::table! {
    outbox (id) {
        id -> BigInt,
        consumer -> Text,
        event -> Text,
        created_at -> BigInt,
        attempts -> Integer,
        not_before -> BigInt,
        progress -> BigInt,
        set_aside -> Bool,
    }
}

diesel::table! {
    user_emails (user_id) {
        user_id -> BigInt,
        confirmed -> Nullable<Text>,
        pending -> Nullable<Text>,
        refusals -> Integer,
    }
}

diesel::table! {
    /// Either `id` or `user_id` has a value.
    imported (system, kind, source_id) {
        system -> Text,
        kind -> SmallInt,
        source_id -> Text,
        id -> Nullable<BigInt>,
        user_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    email_tokens (digest) {
        digest -> Text,
        user_id -> BigInt,
        address -> Nullable<Text>,
        created_at -> BigInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    deliveries (id) {
        id -> BigInt,
        channel -> SmallInt,
        user_id -> Nullable<BigInt>,
        key -> Text,
        data -> Text,
        created_at -> BigInt,
        due_at -> BigInt,
        attempts -> Integer,
    }
}

diesel::table! {
    notifications (id) {
        id -> BigInt,
        user_id -> BigInt,
        kind -> SmallInt,
        act -> SmallInt,
        subject -> Text,
        forum_id -> Nullable<BigInt>,
        post_id -> Nullable<BigInt>,
        reply_id -> Nullable<BigInt>,
        count -> BigInt,
        actor1_id -> Nullable<BigInt>,
        actor2_id -> Nullable<BigInt>,
        actor3_id -> Nullable<BigInt>,
        updated_at -> BigInt,
        read -> Bool,
        mailed -> BigInt,
    }
}

diesel::table! {
    notification_acts (notification_id, reply_id) {
        notification_id -> BigInt,
        reply_id -> BigInt,
        actor_id -> BigInt,
    }
}

diesel::table! {
    notification_settings (user_id) {
        user_id -> BigInt,
        reply -> Bool,
        mention -> Bool,
        watched_post -> Bool,
        watched_forum -> Bool,
        auto_watch -> Bool,
        push -> Bool,
        mail -> SmallInt,
        mailed_at -> BigInt,
    }
}

diesel::table! {
    push_subscriptions (id) {
        id -> BigInt,
        user_id -> BigInt,
        session_id -> BigInt,
        endpoint -> Text,
        p256dh -> Text,
        auth -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    post_watches (user_id, post_id) {
        user_id -> BigInt,
        post_id -> BigInt,
        level -> SmallInt,
    }
}

diesel::table! {
    forum_watches (user_id, forum_id) {
        user_id -> BigInt,
        forum_id -> BigInt,
        level -> SmallInt,
    }
}

diesel::table! {
    saved (id) {
        id -> BigInt,
        user_id -> BigInt,
        post_id -> BigInt,
        reply_id -> Nullable<BigInt>,
        saved_at -> BigInt,
    }
}

diesel::table! {
    visits (user_id, post_id) {
        user_id -> BigInt,
        post_id -> BigInt,
        visited_at -> BigInt,
    }
}

diesel::table! {
    webhooks (id) {
        id -> BigInt,
        url -> Text,
        events -> Text,
        forum_id -> Nullable<BigInt>,
        active -> Bool,
        failures -> BigInt,
        seed -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    webhook_deliveries (id) {
        id -> BigInt,
        webhook_id -> BigInt,
        event -> Text,
        thing -> Text,
        subject_id -> BigInt,
        forum_id -> Nullable<BigInt>,
        at -> BigInt,
        status -> SmallInt,
        tries -> BigInt,
    }
}

diesel::joinable!(webhook_deliveries -> webhooks (webhook_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(api_tokens -> users (user_id));
diesel::joinable!(push_subscriptions -> sessions (session_id));
diesel::joinable!(push_subscriptions -> users (user_id));
diesel::joinable!(user_emails -> users (user_id));
diesel::joinable!(username_parts -> users (user_id));
diesel::joinable!(forums -> users (author_id));
diesel::joinable!(favorites -> forums (forum_id));
diesel::joinable!(forum_moderators -> users (user_id));
diesel::joinable!(posts -> users (author_id));
diesel::joinable!(posts -> forums (forum_id));
diesel::joinable!(post_votes -> posts (post_id));
diesel::joinable!(stored_posts -> users (author_id));
diesel::joinable!(stored_replies -> users (author_id));
diesel::joinable!(stored_replies -> stored_posts (post_id));
diesel::joinable!(removed_replies -> stored_replies (reply_id));
diesel::joinable!(post_revisions -> users (author_id));
diesel::joinable!(reply_revisions -> users (author_id));
diesel::joinable!(replies -> users (author_id));
diesel::joinable!(replies -> posts (post_id));
diesel::joinable!(reply_votes -> replies (reply_id));
diesel::joinable!(reply_words -> replies (reply_id));
diesel::joinable!(messages -> users (sender_id));
diesel::joinable!(contacts -> users (peer_id));

diesel::allow_tables_to_appear_in_same_query!(
    reports,
    report_filings,
    report_texts,
    users,
    sessions,
    api_tokens,
    second_steps,
    site,
    identities,
    user_emails,
    email_tokens,
    username_parts,
    forums,
    forum_rules,
    forum_weeks,
    favorites,
    forum_moderators,
    forum_members,
    invites,
    forum_bans,
    posts,
    post_words,
    post_votes,
    post_mentions,
    post_revisions,
    replies,
    stored_posts,
    stored_replies,
    removed_replies,
    reply_words,
    reply_votes,
    reply_mentions,
    reply_revisions,
    messages,
    contacts,
    blocks,
    images,
    image_references,
    imported,
    notifications,
    notification_acts,
    notification_settings,
    push_subscriptions,
    webhooks,
    webhook_deliveries,
    post_watches,
    forum_watches,
    saved,
    visits,
);
