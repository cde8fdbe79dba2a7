use moderation::log::LogAction;

use crate::support::TestApp;

#[tokio::test]
async fn the_openapi_document_matches_its_snapshot() {
    let app = TestApp::spawn().await;
    let document = app.anonymous().get("/api/openapi.json").await;
    assert_eq!(document.body["openapi"], "3.1.0");
    let pretty = serde_json::to_vec_pretty(&document.body).unwrap();
    insta::assert_binary_snapshot!("openapi.json", pretty);
}

#[tokio::test]
async fn the_openapi_document_names_all_actions_of_the_log() {
    let app = TestApp::spawn().await;
    let document = app.anonymous().get("/api/openapi.json").await.body;
    let filters = document["paths"]["/api/modlog"]["get"]["parameters"].as_array().unwrap();
    let filter = filters.iter().find(|filter| filter["name"] == "action").unwrap();
    let filter = filter["description"].as_str().unwrap();
    let answer = &document["components"]["schemas"]["Entry"]["properties"]["action"];
    let answer = answer["pattern"].as_str().unwrap();
    let answers: Vec<_> =
        answer.trim_matches(['^', '$']).trim_matches(['(', ')']).split('|').collect();
    assert_eq!(answers.len(), LogAction::ALL.len());
    for action in LogAction::ALL {
        let word = action.word();
        assert!(filter.contains(&format!("`{word}`")) && answers.contains(&word), "{word}");
    }
}

#[tokio::test]
async fn the_openapi_page_loads_its_files() {
    let app = TestApp::spawn().await;
    let page = app.anonymous().get("/api/docs").await;
    let files: Vec<_> =
        page.text.split('"').filter(|part| part.starts_with("/api/docs/")).collect();
    assert_eq!(files.len(), 4);
    for file in files {
        let file = app.anonymous().get(file).await;
        assert!(file.status.is_success());
    }
    let start = app.anonymous().get("/api/docs/swagger-initializer.js").await;
    assert!(start.text.contains("/api/openapi.json"));
}
